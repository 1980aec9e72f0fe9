// What Azure/AppConfiguration-Sync does with a KVSet file: its library, called as that action calls it.
import { readFileSync } from 'node:fs';
import { AppConfigurationClient } from '@azure/app-configuration';
import importer from '@azure/app-configuration-importer';

const [url, file, mode] = process.argv.slice(2);
const options = { allowInsecureConnection: true };
const client = new AppConfigurationClient(`Endpoint=${url};Id=bench;Secret=YmVuY2g=`, options);
const source = new importer.StringConfigurationSettingsSource({
  data: readFileSync(file, 'utf8'),
  format: importer.ConfigurationFormat.Json,
  profile: importer.ConfigurationProfile.KvSet,
});
const isDry = mode === 'plan';
const SECONDS = 600;
await new importer.AppConfigurationImporter(client).Import(
  source,
  SECONDS,
  true,
  undefined,
  importer.ImportMode.IgnoreMatch,
  isDry,
);
