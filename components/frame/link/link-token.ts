import { useEffect, useState } from "react";

const TOKEN = /^#((?:sl|el)_pm1_[0-9A-Za-z]{38})$/;

/**
 * The token behind the `#` of the address; null where there is none, undefined before that is known. It stays there: a jump within the page, as the
 * skip link makes, would take it away, and with it the way back after a reload.
 */
export function useLinkToken(): string | null | undefined {
  const [token, setToken] = useState<string | null>();
  useEffect(() => {
    let held: string | null = null;
    const read = () => {
      const found = TOKEN.exec(window.location.hash)?.[1] ?? null;
      if (found === null && held !== null) window.history.replaceState(window.history.state, "", `#${held}`);
      else held = found;
      setToken(held);
    };
    read();
    window.addEventListener("hashchange", read);
    return () => window.removeEventListener("hashchange", read);
  }, []);
  return token;
}
