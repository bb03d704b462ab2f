/** A price: in the smallest unit of its currency. */
export interface Money {
  readonly amount: number;
  readonly currency: string;
}

/** A price as it is said: `$49`, `$12.50`, `−$3.20`. Whole amounts go without their cents. */
export function sayMoney({ amount, currency }: Money): string {
  const format = new Intl.NumberFormat("en-US", {
    style: "currency",
    currency: currency.toUpperCase(),
    trailingZeroDisplay: "stripIfInteger",
  });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  return format.format(amount / 10 ** digits);
}
