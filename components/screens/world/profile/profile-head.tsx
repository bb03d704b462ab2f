"use client";

import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { JsonObject } from "#domain/json.ts";
import { useApi } from "../../../frame/api/api-provider.tsx";
import { useAttempt } from "../../../frame/api/use-attempt.ts";
import { NamedLink } from "../../../frame/fields/field-value.tsx";
import { mayName, useNamed } from "../../../frame/fields/use-named.ts";
import { useTemplates } from "../../../frame/fields/use-templates.ts";
import { LinkedBadge } from "../../../frame/linked/linked-badge.tsx";
import { useMoment } from "../../../frame/moment/moment-provider.tsx";
import { EntityField } from "../../../frame/project/entity-field.tsx";
import { profileAddress, useProjectId } from "../../../frame/project/project-provider.tsx";
import { reasonOf, useCan } from "../../../frame/session/can.ts";
import { Button } from "../../../ui/button.tsx";
import { InPlace } from "../../../ui/form/in-place.tsx";
import { inWords } from "../../../ui/form/shape.ts";
import { PageLink } from "../../../ui/page-link.tsx";
import { Problem } from "../entity/problem.tsx";
import { TypeField } from "../entity/type-field.tsx";
import { type Entity, useAuthors, useChangeEntity } from "../entity/use-entity.ts";
import { useOrigin } from "../entity/use-origin.ts";
import { Author } from "./author.tsx";

const MAX_NAME = 500;
const MAX_ID = 255;

/** Shows the fields that every entity has: name, type, place and the ID in the game. Each is edited in its place. */
export function ProfileHead({ entity }: { entity: Entity }) {
  const change = useChangeEntity(entity);
  const authors = useAuthors(entity.id);
  const reason = reasonOf(useCan()("change"));
  const origin = useOrigin(entity);
  const fixed = reason ?? origin?.reason ?? null;
  return (
    <header>
      <h1 dir="auto" className="min-w-0 text-ink">
        <InPlace
          label="Name"
          value={entity.name}
          maxLength={MAX_NAME}
          disabledReason={fixed}
          onSave={(name) => change({ name })}
          className="font-reading text-20"
        />
      </h1>
      <Subtitle entity={entity} />
      <Author author={authors["/name"]} />
      <dl className="mt-3 grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] gap-x-6 gap-y-3">
        <Fact label="Type" author={authors["/type"]}>
          <OwnType entity={entity} disabledReason={fixed} />
        </Fact>
        <Fact label="Place" author={authors["/parent_id"]}>
          <PlaceField entity={entity} disabledReason={reason} />
        </Fact>
        <Fact label="ID in your game" author={authors["/external_id"]}>
          <InPlace
            label="ID in your game"
            value={entity.external_id}
            maxLength={MAX_ID}
            disabledReason={reason}
            onSave={(external_id) => change({ external_id })}
            className="font-code text-13"
          />
        </Fact>
      </dl>
    </header>
  );
}

/** Properties that say in a word what somebody or something is. */
const TELLING = ["role", "title", "occupation", "rank", "faction"];

/** Says under the name what it is: its type, its role, and the group that it names as its own. */
function Subtitle({ entity }: { entity: Entity }) {
  const template = useTemplates("entity")?.get(entity.type);
  const properties = entity.properties as JsonObject;
  const told = TELLING.flatMap((key) => {
    const value = Object.hasOwn(properties, key) ? properties[key] : undefined;
    return typeof value === "string" && value !== "" && value.length <= SHORT ? [value] : [];
  });
  const named = useNamed(told.filter(mayName));
  return (
    <p className="flex flex-wrap gap-x-2 text-13 text-ink-2">
      <span dir="auto">{template?.label ?? inWords(entity.type)}</span>
      <LinkedBadge sourceId={entity.source_project_id} />
      {told.map((text) => (
        <span key={text} className="before:me-2 before:text-ink-3 before:content-['·']">
          <NamedLink text={text} named={named} />
        </span>
      ))}
    </p>
  );
}

/** Characters up to which a value stands under the name. */
const SHORT = 60;

interface FactProps {
  label: string;
  author: { readonly actor: string; readonly at: string } | undefined;
  children: ReactNode;
}

function Fact({ label, author, children }: FactProps) {
  return (
    <div className="min-w-0">
      <dt className="text-12 text-ink-3">{label}</dt>
      <dd className="min-w-0 text-13">
        {children}
        <Author author={author} />
      </dd>
    </div>
  );
}

/** The type; one that was cleared stays what it was. */
function OwnType({ entity, disabledReason }: { entity: Entity; disabledReason: string | null }) {
  const change = useChangeEntity(entity);
  const { problem, attempt } = useAttempt();
  const [isEditing, setEditing] = useState(false);
  const label = useTemplates("entity")?.get(entity.type)?.label;
  return (
    <>
      {isEditing ? (
        <TypeField
          isLabelHidden
          value={entity.type}
          disabledReason={disabledReason}
          onChange={(type) => {
            setEditing(false);
            if (type !== "" && type !== entity.type) void attempt(() => change({ type }));
          }}
        />
      ) : (
        <span className="flex flex-wrap items-center gap-x-2">
          <span dir="auto">{label ?? inWords(entity.type)}</span>
          <Button
            size="sm"
            variant="bare"
            aria-label="Change the type"
            disabledReason={disabledReason}
            onClick={() => setEditing(true)}
          >
            Change
          </Button>
        </span>
      )}
      <Problem problem={problem} />
    </>
  );
}

/** Shows the place of an entity, with the places that contain it. */
function PlaceField({ entity, disabledReason }: { entity: Entity; disabledReason: string | null }) {
  const project_id = useProjectId();
  const { reading } = useMoment();
  const change = useChangeEntity(entity);
  const { problem, attempt } = useAttempt();
  const [isEditing, setEditing] = useState(false);
  const { parent_id } = entity;
  const { data } = useQuery(
    useApi().entities.get.queryOptions(
      { project_id, entity_id: parent_id ?? "", ...reading },
      { enabled: parent_id !== null },
    ),
  );
  const parent = parent_id === null ? null : (data ?? { id: parent_id, name: "…", type: "location" });
  if (isEditing) {
    return (
      <EntityField
        label="Place"
        isLabelHidden
        type="location"
        value={parent}
        except={[entity.id]}
        disabledReason={disabledReason}
        onChoose={(place) => {
          setEditing(false);
          void attempt(() => change({ parent_id: place?.id ?? null }));
        }}
      />
    );
  }
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-2">
        {parent === null ? (
          <span className="text-ink-3">Nowhere yet</span>
        ) : (
          <PageLink href={profileAddress(project_id, parent)} className="link" dir="auto">
            {parent.name}
          </PageLink>
        )}
        <Button size="sm" variant="bare" disabledReason={disabledReason} onClick={() => setEditing(true)}>
          Change
        </Button>
      </span>
      <Problem problem={problem} />
    </>
  );
}
