// Pins a city or a zone, or unpins it, and says so where there is no room for another.
import { useCallback } from 'react';
import { useIntl } from 'react-intl';
import { mostCities, toggleMyCity } from '../../api/my-cities';
import { useToasts } from '../../components/dialogs/toasts';

export function useCityToggle(): (key: string) => void {
  const { formatMessage } = useIntl();
  const { show } = useToasts();
  return useCallback(
    (key) => {
      if (toggleMyCity(key)) return;
      const title = formatMessage({ id: 'clocks.full' }, { count: mostCities });
      show({ title, tone: 'destructive' });
    },
    [formatMessage, show],
  );
}
