// Pins or unpins a city or a zone. A message takes back what was unpinned, or says that the list is full.
import { useCallback } from 'react';
import { useIntl } from 'react-intl';
import { useToasts } from '../../components/dialogs/toasts';
import {
  canPutBack,
  cityList,
  mostCities,
  myCities,
  putBackMyCity,
  toggleMyCity,
} from '../../offline/my-cities';
import type { Place } from './places';

/** The visitor's own name is for one that is added. */
export function useCityToggle(): (place: Pick<Place, 'id' | 'name'>, ownName?: string) => void {
  const { formatMessage } = useIntl();
  const { showFailure, show } = useToasts();
  return useCallback(
    ({ id, name }, ownName) => {
      const cities = myCities();
      const at = cities.findIndex(({ key }) => key === id);
      const city = cities[at];
      if (!toggleMyCity(id, ownName)) {
        showFailure(formatMessage({ id: 'clocks.full' }, { count: mostCities }));
      }
      if (city === undefined) return;
      show({
        kind: 'city removed',
        title: () => formatMessage({ id: 'toast.removed' }),
        text: name,
        undo: () => {
          putBackMyCity(city, at);
        },
        canUndo: () => canPutBack(city),
        subscribe: cityList.subscribe,
      });
    },
    [formatMessage, showFailure, show],
  );
}
