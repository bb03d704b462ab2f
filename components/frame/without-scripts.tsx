import { Button } from "../ui/button.tsx";

interface WithoutScriptsProps {
  workspace: string;
  /** Token of the sign-out form; null when this browser has none: then a link leads to a page that sets a new one. */
  csrfToken: string | null;
}

/** Message in browsers that run no scripts: it names what works without them, and lets the person sign out. */
export function WithoutScripts({ workspace, csrfToken }: WithoutScriptsProps) {
  return (
    <div className="relative z-50 border-line border-b bg-paper px-5 py-6">
      <div className="mx-auto max-w-xl space-y-4">
        <h1 className="font-reading font-semibold text-20">The studio needs JavaScript</h1>
        <p>
          You are signed in to <span dir="auto">{workspace}</span>. Turn on JavaScript to use the studio.{" "}
          <a href="/docs">The API reference</a> works without it.
        </p>
        {csrfToken === null ? (
          <p>
            <a href="/sign-in/prepare?home">Sign out</a>
          </p>
        ) : (
          <SignOut action="/api/auth/signout" csrfToken={csrfToken} />
        )}
      </div>
    </div>
  );
}

/** Ends this session. A form of its own, so that it needs no script. */
function SignOut({ action, csrfToken }: { action: string; csrfToken: string }) {
  return (
    <form method="post" action={action}>
      <input type="hidden" name="csrfToken" value={csrfToken} />
      <input type="hidden" name="callbackUrl" value="/sign-in?signed-out=1" />
      <Button type="submit">Sign out</Button>
    </form>
  );
}
