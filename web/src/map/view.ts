/** Pan and zoom of the map: wheel about the pointer, drag, pinch, keys; fit at start; bring a place into view. */

import Panzoom, { type PanzoomObject } from "@panzoom/panzoom";

/** Numbers of counters are 17.5 units high: below this zoom they would be smaller than 11 pixels. */
export const READABLE = 11 / 17.4;
const MOST = 3.2;

export class MapView {
  private readonly zoomer: PanzoomObject;
  private rest = 0;
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
    this.zoomer = Panzoom(plane, {
      canvas: true,
      maxScale: MOST,
      minScale: 0.1,

      cursor: "",
      handleStartEvent: (e: Event) => e.preventDefault(),
    });
    frame.addEventListener("wheel", this.wheel, { passive: false });
    plane.addEventListener("panzoomchange", this.changed);
    plane.addEventListener("panzoomstart", () => {
      this.touched = true;
    });
    this.watch = new ResizeObserver(() => this.resized());
    this.watch.observe(frame);
    this.home();
  }

  destroy(): void {
    this.watch.disconnect();
    this.frame.removeEventListener("wheel", this.wheel);
    this.plane.removeEventListener("panzoomchange", this.changed);
    this.zoomer.destroy();
  }

  get scale(): number {
    return this.zoomer.getScale();
  }

  private readonly wheel = (event: WheelEvent): void => {
    event.preventDefault();
    this.touched = true;
    const notch = event.deltaMode === 0 ? event.deltaY / 100 : event.deltaY / 3;
    this.zoomTo(this.scale * Math.exp(-0.17 * Math.max(-2, Math.min(2, notch))), event);
  };

  /** The plane is a layer of its own. While it is zoomed the picture is only stretched; at rest it is drawn sharply. */
  private readonly changed = (): void => {
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
  };

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

  private zoomTo(k: number, about: { clientX: number; clientY: number }): void {
    this.zoomer.zoomToPoint(Math.min(MOST, Math.max(Math.min(0.4, this.whole() * 0.8), k)), about);
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
    const startX = (this.frame.clientWidth - this.width) / 2 / k + this.width / 2 - cx;
    const startY = (this.frame.clientHeight - this.height) / 2 / k + this.height / 2 - cy;
    this.zoomer.setOptions({ startX, startY }); // the library goes to its start once more after it has begun
    this.zoomer.zoom(k, { animate: false, force: true });
    this.zoomer.pan(startX, startY, {
      animate: animate && !matchMedia("(prefers-reduced-motion: reduce)").matches,
      force: true,
    });
    this.level();
  }

  /** Moves the map if a point is not well inside the window. */
  reveal(x: number, y: number): void {
    const q = this.screen(x, y);
    const pad = Math.min(70 * this.scale, this.frame.clientWidth / 4, this.frame.clientHeight / 4);
    if (q.x < pad || q.y < pad || q.x > this.frame.clientWidth - pad || q.y > this.frame.clientHeight - pad)
      this.show(x, y);
  }

  /** Where a point of the map is in the frame. */
  screen(x: number, y: number): { x: number; y: number } {
    const k = this.scale;
    const pan = this.zoomer.getPan();
    return {
      x: this.width / 2 + k * (x - this.width / 2 + pan.x),
      y: this.height / 2 + k * (y - this.height / 2 + pan.y),
    };
  }
}
