/**
 * Loader of the pages' build for React Flow, whose module makes every component it has where it begins. A minifier keeps such a call,
 * and with it the mini map, the controls and the resizer that no page shows, unless it is marked as one that does nothing else.
 */

/** Component or context that is made at the top level. */
const MADE = /^((?:const|var) [\w$]+ = )((?:memo|forwardRef|create[A-Z]\w*)\()/gm;
/** Call inside of such a one. */
const MADE_WITHIN = /(\/\* @__PURE__ \*\/ memo\()(fixedForwardRef\()/g;
/** Name that a component has in the tools of developers. */
const NAMED = /^[\w$]+\.displayName = .*;$/gm;

export default function droppableComponents(source) {
  return source
    .replaceAll(MADE, "$1/* @__PURE__ */ $2")
    .replaceAll(MADE_WITHIN, "$1/* @__PURE__ */ $2")
    .replaceAll(NAMED, "");
}
