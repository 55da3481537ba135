/** Pan and zoom of the map: wheel about the pointer, drag, pinch, keys; fit at start; bring a place into view. */

/** Numbers of counters are 17.5 units high: below this zoom they would be smaller than 11 pixels. */
export const READABLE = 11 / 17.4;
const MOST = 3.2;

type Spot = { clientX: number; clientY: number };

export class MapView {
  /** Zoom, and where the corner of the map is in the frame. */
  private k = 1;
  private x = 0;
  private y = 0;
  private frameAsked = 0;
  private rest = 0;
  /** Fingers or the mouse button on the map. */
  private readonly held = new Map<number, Spot>();
  /** Scale the picture was last drawn at. */
  private drawn = 1;
  private readonly watch: ResizeObserver;
  private touched = false;
  private size = "";

  constructor(
    private readonly frame: HTMLElement,
    private readonly plane: HTMLElement,
    private readonly width: number,
    private readonly height: number,
    private start: () => { x: number; y: number },
  ) {
    frame.addEventListener("wheel", this.wheel, { passive: false });
    frame.addEventListener("pointerdown", this.take);
    document.addEventListener("pointermove", this.drag);
    document.addEventListener("pointerup", this.drop);
    document.addEventListener("pointercancel", this.drop);
    this.watch = new ResizeObserver(() => this.resized());
    this.watch.observe(frame);
    this.home();
  }

  destroy(): void {
    this.watch.disconnect();
    cancelAnimationFrame(this.frameAsked);
    clearTimeout(this.rest);
    this.frame.removeEventListener("wheel", this.wheel);
    this.frame.removeEventListener("pointerdown", this.take);
    document.removeEventListener("pointermove", this.drag);
    document.removeEventListener("pointerup", this.drop);
    document.removeEventListener("pointercancel", this.drop);
  }

  get scale(): number {
    return this.k;
  }

  private readonly take = (event: PointerEvent): void => {
    if (!this.plane.contains(event.target as Node) && event.target !== this.frame) return;
    event.preventDefault();
    this.touched = true;
    this.held.set(event.pointerId, event);
  };

  private readonly drop = (event: PointerEvent): void => {
    this.held.delete(event.pointerId);
  };

  /** One pointer drags the map; of two, the middle drags it and the gap zooms it. */
  private readonly drag = (event: PointerEvent): void => {
    const before = this.held.get(event.pointerId);
    if (!before) return;
    const [other] = [...this.held].filter(([id]) => id !== event.pointerId).map(([, spot]) => spot);
    this.held.set(event.pointerId, event);
    const share = other ? 0.5 : 1;
    this.x += (event.clientX - before.clientX) * share;
    this.y += (event.clientY - before.clientY) * share;
    if (other) {
      const gap = (spot: Spot) => Math.hypot(spot.clientX - other.clientX, spot.clientY - other.clientY);
      this.zoomTo((this.k * gap(event)) / (gap(before) || 1), {
        clientX: (event.clientX + other.clientX) / 2,
        clientY: (event.clientY + other.clientY) / 2,
      });
    } else this.changed();
  };

  private readonly wheel = (event: WheelEvent): void => {
    event.preventDefault();
    this.touched = true;
    const notch = event.deltaMode === 0 ? event.deltaY / 100 : event.deltaY / 3;
    this.zoomTo(this.scale * Math.exp(-0.17 * Math.max(-2, Math.min(2, notch))), event);
  };

  /** The plane is a layer of its own. While it is zoomed the picture is only stretched; at rest it is drawn sharply. */
  private changed(smoothly = false): void {
    cancelAnimationFrame(this.frameAsked);
    this.frameAsked = requestAnimationFrame(() => this.put(smoothly));
    // Stretching a large picture to a small one costs more than drawing it anew.
    const anew = this.scale < this.drawn * 0.5;
    if (anew) this.drawn = this.scale;
    this.plane.style.willChange = anew ? "" : "opacity, transform";
    clearTimeout(this.rest);
    this.rest = window.setTimeout(() => {
      this.plane.style.willChange = "";
      this.drawn = this.scale;
      this.level();
    }, 180);
  }

  private put(smoothly: boolean): void {
    this.plane.style.transition = smoothly ? "transform 200ms ease-in-out" : "none";
    this.plane.style.transform = `translate(${this.x}px, ${this.y}px) scale(${this.k})`;
  }

  private level(): void {
    const k = this.scale;
    this.frame.dataset.zoom = k < 0.45 ? "far" : k < 1.1 ? "mid" : "near";
  }

  private resized(): void {
    const size = `${this.frame.clientWidth} ${this.frame.clientHeight}`;
    if (size === this.size) return;
    this.size = size;
    if (!this.touched) this.home();
  }

  private whole(): number {
    return Math.min(this.frame.clientWidth / this.width, this.frame.clientHeight / this.height);
  }

  /** The whole map if its numbers are readable then, else a readable part of it. */
  home(): void {
    const fit = this.whole();
    if (!(fit > 0)) return;
    const k = Math.min(1.7, Math.max(fit, READABLE));
    const middle = fit >= READABLE ? { x: this.width / 2, y: this.height / 2 } : this.start();
    this.show(middle.x, middle.y, k, false);
  }

  /** The whole map, however small. */
  fit(): void {
    this.touched = true;
    this.show(this.width / 2, this.height / 2, Math.min(1.7, this.whole()), true);
  }

  /** Zooms; what is at a spot of the screen stays there. */
  private zoomTo(wanted: number, about: Spot): void {
    const box = this.frame.getBoundingClientRect();
    const k = Math.min(MOST, Math.max(Math.min(0.4, this.whole() * 0.8), wanted));
    const [x, y] = [about.clientX - box.left, about.clientY - box.top];
    this.x = x - ((x - this.x) * k) / this.k;
    this.y = y - ((y - this.y) * k) / this.k;
    this.k = k;
    this.changed();
  }

  by(factor: number): void {
    this.touched = true;
    const box = this.frame.getBoundingClientRect();
    this.zoomTo(this.scale * factor, {
      clientX: box.left + box.width / 2,
      clientY: box.top + box.height / 2,
    });
  }

  /** Puts a point of the map into the middle; points near the rim only as far as paper reaches. */
  show(x: number, y: number, k = this.scale, animate = true): void {
    const clamp = (v: number, world: number, screen: number): number => {
      const half = screen / k / 2;
      return world <= 2 * half ? world / 2 : Math.min(world - half, Math.max(half, v));
    };
    const cx = clamp(x, this.width, this.frame.clientWidth);
    const cy = clamp(y, this.height, this.frame.clientHeight);
    this.k = k;
    this.x = this.frame.clientWidth / 2 - cx * k;
    this.y = this.frame.clientHeight / 2 - cy * k;
    if (!animate) this.put(false);
    this.changed(animate && !matchMedia("(prefers-reduced-motion: reduce)").matches);
    this.level();
  }

  /** Moves the map if a point is not well inside the window. */
  reveal(x: number, y: number): void {
    const q = this.screen(x, y);
    const pad = Math.min(70 * this.scale, this.frame.clientWidth / 4, this.frame.clientHeight / 4);
    if (q.x < pad || q.y < pad || q.x > this.frame.clientWidth - pad || q.y > this.frame.clientHeight - pad)
      this.show(x, y);
  }

  /** Left, top and right of the part of the map that is in the frame. */
  get part(): [number, number, number] {
    return [-this.x / this.k, -this.y / this.k, (this.frame.clientWidth - this.x) / this.k];
  }

  /** Where a point of the map is in the frame. */
  screen(x: number, y: number): { x: number; y: number } {
    return { x: this.x + this.k * x, y: this.y + this.k * y };
  }
}
