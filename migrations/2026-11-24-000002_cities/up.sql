-- The cities and zones that a person has pinned on the clock pages: one list per browser, none if nothing was ever pinned.
CREATE TABLE city_lists (
    browser_id UUID        PRIMARY KEY,
    -- [[key, name or null], …] in their order; the name is the person's own.
    cities     JSONB       NOT NULL CHECK (jsonb_typeof(cities) = 'array'),
    changed_at TIMESTAMPTZ NOT NULL
);
