import { BlockList, isIP } from 'node:net';
import { readWebhookNetworks, type WebhookNetwork } from '../webhook-networks.ts';
import { unusableSetting } from './plain-settings.ts';
import type { ProcessSetting, Settings } from './process-settings.ts';

/** Returns the private networks and hosts of a setting such as `10.0.0.0/8,shop.internal:8443`. */
export const openedNetworksSetting = (env: Settings, name: ProcessSetting): readonly WebhookNetwork[] => {
  const { networks: found, unusable } = readWebhookNetworks(env[name] ?? '');
  if (unusable !== undefined) {
    throw unusableSetting(
      name,
      unusable,
      'networks and hosts with commas between them, such as 10.0.0.0/8,shop.internal:8443',
    );
  }
  return found;
};

/** Returns the networks of a setting such as `10.0.0.0/8,192.0.2.7`; null where it is not given. */
export const clientNetworksSetting = (env: Settings, name: ProcessSetting): BlockList | null => {
  if (!env[name]) return null;
  const list = new BlockList();
  for (const entry of env[name].split(',').map((each) => each.trim())) {
    const [, address = '', prefix] = /^([0-9a-f.:]+)(?:\/(\d{1,3}))?$/i.exec(entry) ?? [];
    const family = isIP(address);
    const bits = family === 4 ? 32 : 128;
    if (family === 0 || Number(prefix ?? 0) > bits) {
      throw unusableSetting(name, entry, 'networks with commas between them, such as 10.0.0.0/8,192.0.2.7');
    }
    list.addSubnet(address, Number(prefix ?? bits), family === 4 ? 'ipv4' : 'ipv6');
  }
  return list;
};
