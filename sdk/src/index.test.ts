import { expect, test } from 'vitest';
import * as library from './index.ts';

test('exports these names', () => {
  expect(Object.keys(library).sort()).toEqual(['Service', 'ServiceError', 'service']);
});

test('can be imported without a window, and reports what is missing', () => {
  const { service, ServiceError, Service } = library;
  expect(service).toMatchObject({ configured: false, readyState: 0, id: expect.stringMatching(/^[a-z0-9]{16}$/) });
  expect(service.Service).toBe(Service);
  expect(() => service.token({}, () => {})).toThrow(ServiceError);
  expect(() => service.token({}, () => {})).toThrow('Call service.configure()');
  expect(() => new Service({})).toThrow(expect.objectContaining({ code: 'missing-public-key' }));
  expect(service.version).toMatch(/^\d+\.\d+\.\d+/);
  service.destroy();
  service.destroy();
});
