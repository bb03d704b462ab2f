import { ArrangeFields } from "../canvas/menus/arrange-fields.tsx";

/** Where what is selected lies on the canvas, for those who do not drag. */
export function PlaceSection() {
  return (
    <section aria-label="Place on the canvas">
      <h3 className="mb-1.5 font-medium text-12 text-ink-2">Place</h3>
      <ArrangeFields />
    </section>
  );
}
