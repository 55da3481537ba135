import { render } from "preact";
import "./tokens.css";

function App() {
  return <main>lnlt</main>;
}

render(<App />, document.getElementById("app")!);
