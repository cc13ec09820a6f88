// Loads the synchronisation of days off, which is code of its own, because few pages need it.
export const loadDaysOffSync = () =>
  import(/* webpackChunkName: "days-off-sync" */ './days-off-sync');
