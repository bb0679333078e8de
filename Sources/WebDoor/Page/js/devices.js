// The names of devices, which other services know by their ids alone.
import { profiles } from './door.js';
import { texts } from './texts.js';

/**
 * The devices that this member may see, by id; none when they cannot be asked for.
 * @param {AbortSignal} [signal] @returns {Promise<Map<string, string>>}
 */
export async function knownDevices(signal) {
  const found = await profiles.ListDevices({}, { signal }).catch(() => ({ devices: [] }));
  return new Map(found.devices.map((device) => [device.id, device.description.name]));
}

/**
 * A device that may not be seen is not named by its id; what a program calls itself is shown as it is.
 * @param {Map<string, string>} names @param {string} device
 */
export const deviceName = (names, device) => names.get(device) ?? (/^[0-9a-z]{16,}$/.test(device) ? texts.history.otherDevice : device);
