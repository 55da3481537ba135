import { useState } from "preact/hooks";
import * as api from "../net/api";
import { href } from "../router";
import { t } from "../strings";
import { Facts } from "../ui/bits";
import type { Term } from "../wire";
import { Failed, Page } from "./Page";
import { useLoad } from "./useLoad";

export function matches(term: Term, text: string): boolean {
  const wanted = text.trim().toLowerCase();
  return (
    !wanted || [term.key, term.title, term.rule, term.text].some((one) => one.toLowerCase().includes(wanted))
  );
}

/** Every term and section we explain. */
export function Help({ term }: { term: string }) {
  const terms = useLoad(api.terms);
  const [text, setText] = useState("");
  const shown = terms.value?.filter((one) =>
    term && !text ? one.key === term || one.rule === term : matches(one, text),
  );
  return (
    <Page title={t("help.title")}>
      <p class="lead">{t("help.lead")}</p>
      <label class="field">
        {t("help.search")}
        <input type="search" value={text} onInput={(event) => setText(event.currentTarget.value)} />
      </label>
      <Failed error={terms.error} again={terms.again} />
      {shown?.length === 0 && <p>{t("help.none", { text: text || term })}</p>}
      <dl class="terms">
        {shown?.map((one) => (
          <div key={one.key}>
            <dt id={`term-${one.key}`}>
              {one.title} {one.rule && <a href={href("help", one.rule)}>§{one.rule}</a>}
            </dt>
            <dd>
              <Facts text={one.text} />
              {one.see.length > 0 && (
                <p class="muted">
                  {t("help.see")}:{" "}
                  {one.see.map((other) => (
                    <a key={other} href={href("help", other)}>
                      {other}{" "}
                    </a>
                  ))}
                </p>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </Page>
  );
}
