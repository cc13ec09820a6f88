SELECT lock_for_migration('days_off');

-- The first and the last day of each range of a list, one after the other: what a claim needs to know. Null: the list is of a
-- version that writes it in another way.
CREATE FUNCTION days_of_ranges(ranges JSONB) RETURNS DATE[] STABLE STRICT PARALLEL SAFE LANGUAGE plpgsql AS $$
DECLARE
    days DATE[];
BEGIN
    days := ARRAY(
        SELECT (range ->> part)::date
        FROM jsonb_array_elements(ranges) WITH ORDINALITY AS list (range, place), generate_series(0, 1) AS part
        ORDER BY place, part
    );
    RETURN CASE WHEN array_position(days, NULL) IS NULL THEN days END;
EXCEPTION WHEN OTHERS THEN
    RETURN NULL;
END $$;

-- Null: not written since this column exists.
ALTER TABLE days_off ADD COLUMN days DATE[];

-- Servers of the version before write only the ranges.
CREATE FUNCTION keep_days_of_ranges() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    NEW.days := days_of_ranges(NEW.ranges);
    RETURN NEW;
END $$;

CREATE TRIGGER keep_days_of_ranges BEFORE INSERT OR UPDATE OF ranges ON days_off
    FOR EACH ROW EXECUTE FUNCTION keep_days_of_ranges();
