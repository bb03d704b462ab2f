import { Button, type ButtonProps } from "./button.tsx";

/** The footer of a window that asks: Cancel, and the button that does what is asked. */
export function DialogChoice({ onCancel, ...act }: ButtonProps & { onCancel: () => void }) {
  return (
    <>
      <Button onClick={onCancel}>Cancel</Button>
      <Button variant="primary" {...act} />
    </>
  );
}
