ALTER TABLE "context_receipts" ALTER COLUMN "receipt" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "context_receipts" ADD COLUMN "packed" "bytea";