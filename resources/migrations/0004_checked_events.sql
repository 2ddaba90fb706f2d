-- Every event gets a checksum over the whole row and the number of the entry before it in its transcript. SQL cannot compute either: the program moves the
-- rows of `events_unchecked` over (migrate.ts) and drops that table, in the same transaction.
DROP TRIGGER `events_are_not_changed`;
--> statement-breakpoint
DROP TRIGGER `events_are_not_deleted`;
--> statement-breakpoint
DROP INDEX `events_by_transcript`;
--> statement-breakpoint
DROP INDEX `events_by_message`;
--> statement-breakpoint
ALTER TABLE `events` RENAME TO `events_unchecked`;
--> statement-breakpoint
CREATE TABLE `events` (
	`seq` integer PRIMARY KEY NOT NULL,
	`at` text NOT NULL,
	`type` text NOT NULL,
	`transcript_of` text,
	`previous` integer NOT NULL,
	`bytes` integer NOT NULL,
	`checksum` integer NOT NULL,
	`payload` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `events_by_transcript` ON `events` (`transcript_of`,`seq`,`bytes`) WHERE "events"."transcript_of" is not null;--> statement-breakpoint
CREATE INDEX `events_by_message` ON `events` (case when json_valid(payload) then payload ->> '$.messageId' end) WHERE type in ('message.queued', 'message.delivered');
--> statement-breakpoint
CREATE TRIGGER `events_are_not_changed` BEFORE UPDATE ON `events` BEGIN
	SELECT RAISE(ABORT, 'the journal is append-only: an event cannot be changed');
END;
--> statement-breakpoint
CREATE TRIGGER `events_are_not_deleted` BEFORE DELETE ON `events` BEGIN
	SELECT RAISE(ABORT, 'the journal is append-only: an event cannot be deleted');
END;
--> statement-breakpoint
CREATE TABLE `transcript_heads` (
	`id` integer PRIMARY KEY NOT NULL,
	`seq` integer NOT NULL,
	`checksum` integer NOT NULL,
	`json` text NOT NULL,
	CONSTRAINT "transcript_heads_is_one_row" CHECK("transcript_heads"."id" = 1)
);
