import { Button, type ButtonProps } from "./button.tsx";
import { ClosedReason } from "./refusal.tsx";

/** The footer of a window that asks: Cancel, and the button that does what is asked. */
export function DialogChoice({ onCancel, ...act }: ButtonProps & { onCancel: () => void }) {
  return (
    <>
      <ClosedReason>{act.disabledReason}</ClosedReason>
      <Button onClick={onCancel}>Cancel</Button>
      <Button variant="primary" {...act} />
    </>
  );
}
