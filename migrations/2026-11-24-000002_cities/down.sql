DROP TABLE city_lists;
