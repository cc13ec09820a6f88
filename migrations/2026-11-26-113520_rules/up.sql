SELECT lock_for_migration('alarms', 'firings');

-- A rule of recurrence in its normal form, with `repeat = 'rule'`; `date` is then its first day.
ALTER TABLE alarms ADD COLUMN rule TEXT;
ALTER TABLE firings ADD COLUMN rule TEXT;

ALTER TABLE alarms DROP CONSTRAINT alarms_repeat_check;
ALTER TABLE alarms ADD CONSTRAINT alarms_repeat_check
    CHECK (repeat IN ('daily', 'weekday', 'weekend', 'days', 'once', 'rule')) NOT VALID;
ALTER TABLE alarms ADD CONSTRAINT alarms_rule_given
    CHECK (repeat <> 'rule' OR (rule IS NOT NULL AND date IS NOT NULL)) NOT VALID;
