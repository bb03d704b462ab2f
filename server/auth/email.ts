/** E-mails are compared, and stored, in this form. */
export function normalEmail(email: string): string {
  return email.normalize("NFC").trim().toLowerCase();
}
