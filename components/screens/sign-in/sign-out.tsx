import { Button } from "../../ui/button.tsx";

/** Ends this session. A form of its own, so that it needs no script. */
export function SignOut({ action, csrfToken }: { action: string; csrfToken: string }) {
  return (
    <form method="post" action={action}>
      <input type="hidden" name="csrfToken" value={csrfToken} />
      <input type="hidden" name="callbackUrl" value="/sign-in?signed-out=1" />
      <Button type="submit">Sign out</Button>
    </form>
  );
}
