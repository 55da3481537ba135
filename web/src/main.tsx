import { render } from "preact";
import { useEffect } from "preact/hooks";
import "./tokens.css";
import "./styles/app.css";
import "./styles/table.css";
import "./styles/panels.css";
import { later, loadRare } from "./later";
import { List } from "./pages/List";
import { Page } from "./pages/Page";
import { TablePage } from "./pages/TablePage";
import { route } from "./router";
import { t } from "./strings";
import { helpTerm } from "./ui/bits";
import { dialog } from "./ui/state";

const Help = later("Help");
const HelpDialog = later("HelpDialog");

function View() {
  const now = route.value;
  switch (now.page) {
    case "list":
      return <List chosen="" />;
    case "new":
      return <List chosen={now.scenario} />;
    case "game":
      return <TablePage key={now.id} kind="games" id={now.id} secret={now.key} />;
    case "replay":
      return <TablePage key={now.id} kind="replays" id={now.id} secret="" />;
    case "help":
      return <Help key={now.term} term={now.term} />;
    case "unknown":
      return (
        <Page title={t("app.name")}>
          <p>{t("app.unknown")}</p>
        </Page>
      );
  }
}

function App() {
  const page = route.value.page;
  useEffect(() => {
    dialog.value = "";
  }, [page]);
  return (
    <>
      <button
        type="button"
        class="skip"
        onClick={() => {
          const main = document.getElementById("main");
          main?.setAttribute("tabindex", "-1");
          main?.focus();
        }}
      >
        {t("app.skip")}
      </button>
      <View />
      {helpTerm.value && <HelpDialog />}
    </>
  );
}

render(<App />, document.getElementById("app")!);
setTimeout(loadRare, 300);
