import { z } from "zod";
import { BIBLE_SECTIONS, LINE_SOURCES } from "#domain/bible/bible.ts";
import { LINE_CHANGES } from "#domain/bible/compare-bibles.ts";

const pin = z.int().nullable().meta({ description: "Place among what is pinned; null for what is not." });

const Source = z
  .object({
    kind: z
      .enum(LINE_SOURCES)
      .meta({ description: "Origin: a `fact`, a `field` of a subject, or a `card` of a dialogue." }),
    subject_type: z.string().meta({ description: "Kind of the subject that it is made of." }),
    subject_id: z.string().meta({ description: "Subject that it is made of." }),
    pointer: z.string().nullable().meta({ description: "JSON Pointer to the field; null for the whole subject." }),
    node_id: z.string().nullable().meta({ description: "Card in which it is said or done; null for none." }),
  })
  .meta({ id: "BibleLineSource" });

const Line = z
  .object({
    key: z.string().meta({ description: "Name of the line, the same at every sequence." }),
    text: z.string().meta({ description: "The line in words." }),
    source: Source.meta({ description: "Origin of the line." }),
    fact_ids: z.array(z.string()).meta({ description: "Facts that it is made of." }),
    since_seq: z.int().meta({
      description:
        "Sequence since which its source is as written: the creation of a fact, or the last change of another subject.",
    }),
    supersedes: z
      .array(
        z.object({
          fact_id: z.string().meta({ description: "Superseded fact." }),
          text: z.string().meta({ description: "That fact in words." }),
        }),
      )
      .meta({ description: "Facts in whose place it holds, oldest first." }),
    secret: z.boolean().meta({ description: "Whether it is about something secret; false through somebody’s eyes." }),
    pin,
    override: z
      .object({
        entry_id: z.string().meta({ description: "Change by which an author wrote other words." }),
        source_text: z.string().meta({ description: "Words of the record." }),
        outdated: z.boolean().meta({ description: "Whether the record has other words than those it replaced." }),
      })
      .nullable()
      .meta({ description: "Words of an author in place of those of the record; null for none." }),
  })
  .meta({ id: "BibleLine" });

const Item = z
  .object({
    key: z.string().meta({ description: "Name of the item, the same at every sequence." }),
    title: z.string().meta({ description: "Name of the subject, or a heading." }),
    subject_type: z.string().nullable().meta({ description: "Kind of the subject that it is about; null for none." }),
    subject_id: z.string().nullable().meta({ description: "Subject that it is about; null for none." }),
    type: z.string().nullable().meta({ description: "Type of the entity; null for what is none." }),
    since_seq: z.int().meta({ description: "Sequence since which it is there." }),
    pin,
    lines: z.array(Line).meta({ description: "Lines of the item, in order." }),
  })
  .meta({ id: "BibleItem" });

const section = z.enum(BIBLE_SECTIONS).meta({ description: "Key of the section." });

const LeftOut = z
  .object({
    key: z.string().meta({ description: "Name of the line or the item." }),
    entry_id: z.string().meta({ description: "Change by which an author left it out." }),
    item_title: z.string().meta({ description: "Title of the item that it belongs to, or that it is." }),
    text: z.string().nullable().meta({ description: "Words of the line; null for a whole item." }),
  })
  .meta({ id: "BibleLeftOut" });

/** Bible of a story world. */
export const StoryBible = z
  .object({
    template: z.int().meta({ description: "Version of the form in which it is written." }),
    project_name: z.string().meta({ description: "Name of the project." }),
    seq: z.int().meta({ description: "Sequence at which it is written." }),
    as: z.string().nullable().meta({ description: "Reader: an entity or `everyone`; null for the author." }),
    complete: z.boolean().meta({
      description:
        "Whether everything is in it: of each kind of subjects it has the 10,000 oldest at most, and no more than 8 MiB.",
    }),
    sections: z
      .array(
        z
          .object({
            key: section,
            title: z.string().meta({ description: "Title of the section." }),
            note: z
              .object({
                entry_id: z.string().meta({ description: "Change by which an author wrote it." }),
                text: z.string().meta({ description: "Words at the beginning of the section." }),
                since_seq: z.int().meta({ description: "Sequence of the change." }),
              })
              .nullable()
              .meta({ description: "Words of an author at its beginning; null for none." }),
            items: z.array(Item).meta({ description: "Items in order; none where nothing is recorded." }),
            hidden: z.int().meta({ description: "Number of lines and items that an author left out." }),
            left_out: z.array(LeftOut).meta({
              description: "Lines and items that were left out, in order; none through somebody’s eyes.",
            }),
          })
          .meta({ id: "BibleSection" }),
      )
      .meta({ description: "All sections, in order." }),
  })
  .meta({ id: "StoryBible" });

/** Difference of one line between two bibles. */
export const BibleChange = z
  .object({
    change: z.enum(LINE_CHANGES).meta({ description: "Way in which the line differs." }),
    section,
    item_key: z.string().meta({ description: "Name of the item." }),
    item_title: z.string().meta({ description: "Title of the item." }),
    line_key: z.string().nullable().meta({ description: "Name of the line; null for the item or the section itself." }),
    before: z.string().nullable().meta({ description: "Words at `from_seq`; null for what is new." }),
    after: z.string().nullable().meta({ description: "Words at `to_seq`; null for what is gone." }),
    text: z.string().meta({ description: "The change in one sentence." }),
    source: Source.nullable().meta({ description: "Origin of the line; null for none." }),
    since_seq: z.int().nullable().meta({ description: "Sequence of its source; null for what is gone." }),
  })
  .meta({ id: "BibleChange" });
