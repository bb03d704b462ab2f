/** Returns the fields of a body that were sent. */
export function sentFields<Body extends object>(body: Body): { [Name in keyof Body]?: Exclude<Body[Name], undefined> } {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined)) as never;
}
