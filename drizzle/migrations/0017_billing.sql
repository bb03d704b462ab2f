CREATE TABLE "billing_accounts" (
	"workspace_id" text PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"customer" text COLLATE "C",
	"subscription" text COLLATE "C",
	"status" text NOT NULL,
	"anchor_day" integer,
	"period_start" timestamp(3) with time zone,
	"period_end" timestamp(3) with time zone,
	"next_plan" text,
	"synced_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "billing_inbox" (
	"provider" text NOT NULL,
	"event_id" text COLLATE "C" NOT NULL,
	"kind" text NOT NULL,
	"outcome" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"received_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "billing_inbox_provider_event_id_pk" PRIMARY KEY("provider","event_id")
);
--> statement-breakpoint
CREATE TABLE "billing_invoices" (
	"workspace_id" text NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"provider" text NOT NULL,
	"provider_ref" text COLLATE "C",
	"number" text NOT NULL,
	"status" text NOT NULL,
	"currency" text NOT NULL,
	"total" bigint NOT NULL,
	"lines" jsonb NOT NULL,
	"period_start" timestamp(3) with time zone,
	"period_end" timestamp(3) with time zone,
	"issued_at" timestamp(3) with time zone NOT NULL,
	"settled_at" timestamp(3) with time zone,
	"url" text,
	"transaction_id" text COLLATE "C",
	"synced_at" timestamp(3) with time zone,
	CONSTRAINT "billing_invoices_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
CREATE TABLE "ledger_balances" (
	"workspace_id" text NOT NULL,
	"account" text NOT NULL,
	"currency" text NOT NULL,
	"balance" bigint NOT NULL,
	CONSTRAINT "ledger_balances_workspace_id_account_currency_pk" PRIMARY KEY("workspace_id","account","currency")
);
--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"workspace_id" text NOT NULL,
	"transaction_id" text COLLATE "C" NOT NULL,
	"line" integer NOT NULL,
	"account" text NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	CONSTRAINT "ledger_entries_workspace_id_transaction_id_line_pk" PRIMARY KEY("workspace_id","transaction_id","line")
);
--> statement-breakpoint
CREATE TABLE "ledger_transactions" (
	"workspace_id" text NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"kind" text NOT NULL,
	"source" text NOT NULL,
	"source_event_id" text COLLATE "C" NOT NULL,
	"reverses" text COLLATE "C",
	"memo" text NOT NULL,
	"actor" text NOT NULL,
	"recorded_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "ledger_transactions_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
ALTER TABLE "billing_accounts" ADD CONSTRAINT "billing_accounts_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "billing_accounts_customer" ON "billing_accounts" USING btree ("provider","customer") WHERE customer IS NOT NULL;--> statement-breakpoint
CREATE INDEX "billing_accounts_turn" ON "billing_accounts" USING btree ("period_end") WHERE provider = 'embedded';--> statement-breakpoint
CREATE INDEX "billing_inbox_age" ON "billing_inbox" USING btree ("received_at");--> statement-breakpoint
CREATE UNIQUE INDEX "billing_invoices_ref" ON "billing_invoices" USING btree ("provider","provider_ref") WHERE provider_ref IS NOT NULL;--> statement-breakpoint
CREATE INDEX "billing_invoices_time" ON "billing_invoices" USING btree ("workspace_id","issued_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_transactions_source" ON "ledger_transactions" USING btree ("source","source_event_id");--> statement-breakpoint
CREATE INDEX "ledger_transactions_time" ON "ledger_transactions" USING btree ("workspace_id","recorded_at","id");