-- What happened has happened. A bug that tries to change it must fail loudly instead of rewriting history (T29).
CREATE TRIGGER `events_are_not_changed` BEFORE UPDATE ON `events` BEGIN
	SELECT RAISE(ABORT, 'the journal is append-only: an event cannot be changed');
END;
--> statement-breakpoint
CREATE TRIGGER `events_are_not_deleted` BEFORE DELETE ON `events` BEGIN
	SELECT RAISE(ABORT, 'the journal is append-only: an event cannot be deleted');
END;
