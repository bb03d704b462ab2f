CREATE TABLE "entity_property_values" (
	"project_id" text NOT NULL,
	"key_id" text COLLATE "C" NOT NULL,
	"entity_id" text COLLATE "C" NOT NULL,
	"type" text COLLATE "C" NOT NULL,
	"kind" smallint NOT NULL,
	"number" double precision NOT NULL,
	"string" text COLLATE "C" NOT NULL,
	"valid_from_seq" bigint NOT NULL,
	"valid_to_seq" bigint DEFAULT 9007199254740991 NOT NULL,
	CONSTRAINT "entity_property_values_project_id_key_id_entity_id_valid_from_seq_pk" PRIMARY KEY("project_id","key_id","entity_id","valid_from_seq")
);
--> statement-breakpoint
CREATE TABLE "property_indexes" (
	"project_id" text NOT NULL,
	"key_id" text COLLATE "C" NOT NULL,
	"path" text COLLATE "C" NOT NULL,
	"filled_to_seq" bigint NOT NULL,
	"has_long_text" boolean NOT NULL,
	CONSTRAINT "property_indexes_project_id_key_id_pk" PRIMARY KEY("project_id","key_id")
);
--> statement-breakpoint
CREATE TABLE "property_key_versions" (
	"project_id" text NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"valid_from_seq" bigint NOT NULL,
	"valid_to_seq" bigint DEFAULT 9007199254740991 NOT NULL,
	"created_seq" bigint NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"path" text COLLATE "C" NOT NULL,
	CONSTRAINT "property_key_versions_project_id_id_valid_from_seq_pk" PRIMARY KEY("project_id","id","valid_from_seq")
);
--> statement-breakpoint
CREATE INDEX "entity_property_values_current" ON "entity_property_values" USING btree ("project_id","key_id","kind","number","string","entity_id","type") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "entity_property_values_as_of" ON "entity_property_values" USING btree ("project_id","key_id","kind","number","string","entity_id","valid_from_seq","valid_to_seq","type");--> statement-breakpoint
CREATE UNIQUE INDEX "property_key_versions_current" ON "property_key_versions" USING btree ("project_id","id") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE UNIQUE INDEX "property_key_versions_path" ON "property_key_versions" USING btree ("project_id","path") WHERE valid_to_seq = 9007199254740991;--> statement-breakpoint
CREATE INDEX "property_key_versions_as_of" ON "property_key_versions" USING btree ("project_id","created_seq","id","valid_from_seq","valid_to_seq");