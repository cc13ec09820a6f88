// Pins a city or a zone, or unpins it. Where there is no room for another it says so, and is false.
import { useCallback } from 'react';
import { useIntl } from 'react-intl';
import { mostCities, toggleMyCity } from '../../api/my-cities';
import { useToasts } from '../../components/dialogs/toasts';

export function useCityToggle(): (key: string) => boolean {
  const { formatMessage } = useIntl();
  const { show } = useToasts();
  return useCallback(
    (key) => {
      if (toggleMyCity(key)) return true;
      const title = formatMessage({ id: 'clocks.full' }, { count: mostCities });
      show({ title, tone: 'destructive' });
      return false;
    },
    [formatMessage, show],
  );
}
