import { redirect } from "next/navigation";

/** The section's first page stands for the section. */
export default function DeveloperPage() {
  redirect("/developer/keys");
}
