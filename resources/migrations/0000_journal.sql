CREATE TABLE `events` (
	`seq` integer PRIMARY KEY NOT NULL,
	`at` text NOT NULL,
	`type` text NOT NULL,
	`transcript_of` text,
	`bytes` integer NOT NULL,
	`checksum` integer NOT NULL,
	`payload` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `events_by_transcript` ON `events` (`transcript_of`,`seq`,`bytes`) WHERE "events"."transcript_of" is not null;--> statement-breakpoint
CREATE TABLE `world_snapshot` (
	`id` integer PRIMARY KEY NOT NULL,
	`seq` integer NOT NULL,
	`shape` integer NOT NULL,
	`checksum` integer NOT NULL,
	`json` text NOT NULL,
	CONSTRAINT "world_snapshot_is_one_row" CHECK("world_snapshot"."id" = 1)
);
