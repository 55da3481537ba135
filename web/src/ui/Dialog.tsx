import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { t } from "../strings";
import { Icon } from "./bits";

/** A modal window: focus stays inside, Esc closes, focus goes back to where it was. */
export function Dialog(props: {
  title: string;
  onClose: () => void;
  wide?: boolean;
  children: ComponentChildren;
}) {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = ref.current!;
    const before = document.activeElement as HTMLElement | null;
    dialog.showModal();
    return () => {
      dialog.close();
      if (before?.isConnected) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={ref}
      class={props.wide ? "wide" : ""}
      aria-labelledby="dialog-title"
      onCancel={(event) => {
        event.preventDefault();
        props.onClose();
      }}
      onClick={(event) => {
        if (event.target === ref.current) props.onClose();
      }}
    >
      <div class="dialog-inner">
        <header>
          <h2 id="dialog-title">{props.title}</h2>
          <button type="button" class="plain" aria-label={t("app.close")} onClick={props.onClose}>
            <Icon name="close" />
          </button>
        </header>
        {props.children}
      </div>
    </dialog>
  );
}

/** A link with a button that copies it. */
export function Share({ label, url }: { label: string; url: string }) {
  const ref = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const copy = async () => {
    ref.current!.select();
    try {
      await navigator.clipboard.writeText(url);
    } catch {
      document.execCommand("copy");
    }
    button.current!.textContent = t("app.copied");
  };
  return (
    <label class="share">
      <span>{label}</span>
      <span class="row">
        <input ref={ref} readOnly value={url} onFocus={(event) => event.currentTarget.select()} />
        <button ref={button} type="button" onClick={copy}>
          {t("app.copy")}
        </button>
      </span>
    </label>
  );
}
