-- The cities and zones that a person chose to see first on the clock pages: one list a browser, none where nothing was chosen.
CREATE TABLE city_lists (
    browser_id UUID        PRIMARY KEY,
    -- [key, name] of each in its order; a name is null where the city keeps its own.
    cities     JSONB       NOT NULL CHECK (jsonb_typeof(cities) = 'array'),
    changed_at TIMESTAMPTZ NOT NULL
);
