/** A name that is not taken yet: "Untitled dialogue", "Untitled dialogue 2", … */
export function freeName(named: readonly { readonly name: string }[], wanted: string): string {
  const taken = new Set(named.map(({ name }) => name));
  for (let n = 1; ; n++) {
    const name = n === 1 ? wanted : `${wanted} ${n}`;
    if (!taken.has(name)) return name;
  }
}
