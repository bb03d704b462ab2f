/** Looks of a room beside the words whose part is on its way. */
export const WAITING = "shrink-0 border-line bg-panel max-lg:hidden print:hidden";

/** The room of a panel that is on its way. */
export function SideWaiting() {
  return <div className={`${WAITING} w-66 border-s`} />;
}
