import type { z } from "zod";
import type { Json, JsonObject } from "#domain/json.ts";
import type { UnitOfWork } from "../../record/unit-of-work.ts";
import { ABOUT } from "./about.ts";
import { type AnswerForm, answerForms } from "./answer-form.ts";
import type { AnswerIssue } from "./answer-issue.ts";
import { declareGenerate, type GenerateOperation, type GenerateWording } from "./declare-generate.ts";
import type { GenerationContext, Generator, Hooks, LandingSession, MaybePromise, NamedSubject } from "./generator.ts";
import { type LandingBody, type LandingResource, landAs } from "./land-as.ts";
import type { Prompt } from "./prompt.ts";

/** Values of a brief. */
type BriefOf<Shape extends z.ZodRawShape> = z.output<z.ZodObject<Shape>>;

/** Declaration of a kind of generation: what is asked, what it is answered by, and what becomes of the answer. */
interface Declaration<Shape extends z.ZodRawShape, Draft, Body extends z.ZodObject>
  extends Partial<Hooks<BriefOf<Shape>, Draft>> {
  readonly kind: string;
  /** The literal path of the operation that starts sessions. Fields of the brief that it names are parameters of it. */
  readonly path: `/v1/projects/{project_id}/${string}`;
  readonly brief: z.ZodObject<Shape>;
  /**
   * Field of the brief whose text the context is retrieved for, or the text that a completed brief makes; absent where it is for the named
   * entities alone.
   */
  readonly query?: (keyof Shape & string) | ((brief: BriefOf<Shape>) => string);
  /** Fields of the brief that name entities it is about, one or several each. */
  readonly subjects?: readonly (keyof Shape & string)[];
  /** Absent where it makes a file. */
  prompt?(brief: BriefOf<Shape>, context: GenerationContext): Prompt;
  /** Schema of an answer, from which its JSON schema is made; or its form, where callers have a say in it. */
  readonly answer: z.ZodType<Draft> | ((brief: BriefOf<Shape>) => AnswerForm<Draft>);
  /** Returns what is wrong with an answer that fits the schema. */
  rules?(draft: Draft, brief: BriefOf<Shape>): readonly AnswerIssue[];
  /** Recorded resource of which the draft becomes subjects, and the bodies of these. */
  readonly landAs?: {
    readonly resource: LandingResource<Body>;
    bodies(unit: UnitOfWork, draft: Draft, brief: BriefOf<Shape>): MaybePromise<readonly LandingBody<Body>[]>;
  };
  /** Writes a draft that becomes something else; without either the draft itself is the session's result. */
  land?(unit: UnitOfWork, draft: Draft, session: LandingSession, brief: BriefOf<Shape>): Promise<JsonObject>;
}

/** A kind of generation with the operation that starts its sessions. */
export interface DeclaredGenerator<Shape extends z.ZodRawShape> extends Generator {
  readonly brief: z.ZodObject<Shape>;
  generate(wording: GenerateWording): GenerateOperation<Shape>;
}

/** Declares a kind of generation. */
export function generator<Shape extends z.ZodRawShape, Draft, Body extends z.ZodObject = z.ZodObject>(
  declaration: Declaration<Shape, Draft, Body>,
): DeclaredGenerator<Shape> {
  const {
    path,
    query,
    subjects = [],
    answer,
    rules,
    landAs: landing,
    land,
    ...rest
  } = declaration as unknown as Declaration<z.ZodRawShape, JsonObject, z.ZodObject>;
  const formOf = typeof answer === "function" ? answer : formsOf(answer, rules);
  const named = rest.complete === undefined ? subjects : [...subjects, ABOUT];
  const made: Generator = {
    sketch: () => null,
    ...rest,
    query: (brief) => {
      if (typeof query === "function") return query(brief);
      return query === undefined ? "" : String(brief[query]);
    },
    subjects: (brief) => named.flatMap((field) => namedBy(placeOf(path, field), brief[field])),
    answer: {
      schema: (brief) => formOf(brief).schema,
      parse: (value, brief, schemas) => formOf(brief).read(value, schemas),
    },
    land: async (unit, draft, session, brief) => {
      if (landing === undefined) return land === undefined ? draft : land(unit, draft, session, brief);
      const bodies = await landing.bodies(unit, draft, brief);
      return landAs(unit, landing.resource, bodies as readonly JsonObject[], session);
    },
  };
  return {
    ...made,
    brief: declaration.brief,
    generate: (wording) => declareGenerate(made, declaration.brief, path, wording),
  };
}

/** Forms of answers by briefs, of one schema. */
function formsOf(
  schema: z.ZodType<JsonObject>,
  rules: (draft: JsonObject, brief: JsonObject) => readonly AnswerIssue[] = () => [],
): (brief: JsonObject) => AnswerForm {
  const withRules = answerForms(schema);
  return (brief) => withRules((draft) => rules(draft, brief));
}

/** Place of a field of the brief in the request. */
function placeOf(path: string, field: string): string[] {
  return [path.includes(`{${field}}`) ? "path" : "body", field];
}

function namedBy(loc: readonly string[], value: Json | undefined): NamedSubject[] {
  if (typeof value === "string") return [{ id: value, loc }];
  if (!Array.isArray(value)) return [];
  return value.map((id, index) => ({ id: String(id), loc: [...loc, index] }));
}
