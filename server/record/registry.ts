import type { ApiForm, EventExample } from "./api-form.ts";
import type { CommitGuard } from "./commit-guard.ts";
import type { Resource } from "./resource.ts";

/** The resources of the product, by event subject type: what replay, diff, history and restore walk over. */
export class ResourceRegistry {
  private readonly byType = new Map<string, Resource>();

  private readonly forms = new Map<string, ApiForm>();

  /** Checks of features over commits. */
  readonly guards: readonly CommitGuard[];

  /** `forms` say how the API shows them; what only stores and replays needs none. */
  constructor(
    resources: readonly Resource<never>[],
    forms: readonly ApiForm<never>[] = [],
    guards: readonly CommitGuard[] = [],
  ) {
    this.guards = guards;
    for (const each of forms) this.forms.set(each.resource.type, each);
    for (const each of resources) {
      // Storage treats every state as JSON; the precise type matters only to the feature that owns it.
      this.byType.set(each.type, each);
    }
  }

  all(): Resource[] {
    return [...this.byType.values()];
  }

  /** The resource an event is about. Throws for a type this version of the product does not know. */
  of(type: string): Resource {
    const found = this.byType.get(type);
    if (found === undefined) throw new Error(`the record names an unknown resource type "${type}"`);
    return found;
  }

  /** Returns the API form of a kind of subject. Throws when none was declared. */
  formOf(type: string): ApiForm {
    const found = this.forms.get(type);
    if (found === undefined) throw new Error(`nothing says how the API shows "${type}"`);
    return found;
  }

  /** Returns the example for events of a type, or null. */
  exampleOf(type: string): EventExample | null {
    return this.forms.get(type)?.example ?? null;
  }

  /** The resource an id belongs to by its prefix, or null. */
  ofId(id: string): Resource | null {
    const prefix = id.slice(0, id.indexOf("_"));
    return this.all().find((each) => each.prefix === prefix) ?? null;
  }
}
