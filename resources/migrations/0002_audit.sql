CREATE TABLE `audit` (
	`entry` integer PRIMARY KEY NOT NULL,
	`seq` integer NOT NULL,
	`at` text NOT NULL,
	`kind` text NOT NULL,
	`agent_id` text,
	`call_id` text,
	`event` text NOT NULL,
	`body` text NOT NULL,
	`mac` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `audit_by_call` ON `audit` (`call_id`) WHERE "audit"."call_id" is not null;--> statement-breakpoint
CREATE TABLE `audit_head` (
	`id` integer PRIMARY KEY NOT NULL,
	`count` integer NOT NULL,
	`last` text NOT NULL,
	`mac` text NOT NULL,
	CONSTRAINT "audit_head_is_one_row" CHECK("audit_head"."id" = 1)
);
--> statement-breakpoint
-- What was decided and done stays on record, also for whoever gets hold of a connection (T29). The chain of MACs finds those who
-- take these triggers away first.
CREATE TRIGGER `audit_is_not_changed` BEFORE UPDATE ON `audit` BEGIN
	SELECT RAISE(ABORT, 'the audit log is append-only: an entry cannot be changed');
END;
--> statement-breakpoint
CREATE TRIGGER `audit_is_not_deleted` BEFORE DELETE ON `audit` BEGIN
	SELECT RAISE(ABORT, 'the audit log is append-only: an entry cannot be deleted');
END;
--> statement-breakpoint
CREATE TRIGGER `audit_head_only_grows` BEFORE UPDATE ON `audit_head` WHEN NEW.`count` <= OLD.`count` BEGIN
	SELECT RAISE(ABORT, 'the audit log is append-only: it does not get shorter');
END;
--> statement-breakpoint
CREATE TRIGGER `audit_head_is_not_deleted` BEFORE DELETE ON `audit_head` BEGIN
	SELECT RAISE(ABORT, 'the audit log is append-only: its end cannot be forgotten');
END;
