import type { BoardProps } from "./contract";
export function Board(props: BoardProps) {
  return <svg role="grid" aria-label={props.board.name} />;
}
