import { Plus } from "lucide-react";
import { Button, type ButtonProps } from "./button.tsx";

/** The primary button of a list, which makes something new for it. */
export function NewButton(props: Pick<ButtonProps, "children" | "disabledReason" | "onClick" | "size">) {
  return <Button size="sm" variant="primary" icon={<Plus aria-hidden="true" size={14} />} {...props} />;
}
