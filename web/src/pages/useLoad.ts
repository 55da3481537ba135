import { useEffect, useState } from "preact/hooks";

export interface Load<T> {
  value: T | null;
  error: string;
  again: () => void;
}

/** Fetches when the page opens; the error is the server's own sentence. */
export function useLoad<T>(make: () => Promise<T>, key = ""): Load<T> {
  const [value, setValue] = useState<T | null>(null);
  const [error, setError] = useState("");
  const [round, setRound] = useState(0);
  useEffect(() => {
    let live = true;
    setError("");
    make().then(
      (found) => live && setValue(() => found),
      (problem: Error) => live && setError(problem.message),
    );
    return () => {
      live = false;
    };
  }, [key, round]);
  return { value, error, again: () => setRound(round + 1) };
}
