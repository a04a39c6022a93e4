// SPDX-License-Identifier: GPL-3.0-or-later
// site_server.mjs MODULES LIBRARIES FOLDER FILE.h5p ...: a site of H5P that is not ours (@lumieducation/h5p-server) installs the
// libraries that it has, takes each package as a teacher uploads it, and writes what it keeps of it into FOLDER/<name>. Tells a
// line of JSON for each package: what the site refuses, and what of its texts the libraries' semantics do not let through.
import fs from 'fs';
import os from 'os';
import path from 'path';
import { createRequire } from 'module';

const [modules, libraries, folder, ...packages] = process.argv.slice(2);
const require = createRequire(path.join(path.resolve(modules), 'package.json'));
const H5P = require('@lumieducation/h5p-server');
const inner = path.join(path.resolve(modules), 'node_modules/@lumieducation/h5p-server/build/src/SemanticsEnforcer.js');
const SemanticsEnforcer = require(inner).default;

const work = fs.mkdtempSync(path.join(os.tmpdir(), 'warplens-site-'));
const room = (name) => { const made = path.join(work, name); fs.mkdirSync(made); return made; };
const disk = H5P.fsImplementations;
const config = new H5P.H5PConfig(new disk.InMemoryStorage());
const editor = new H5P.H5PEditor(new disk.InMemoryStorage(), config, new disk.FileLibraryStorage(room('libraries')),
    new disk.FileContentStorage(room('content')), new disk.DirectoryTemporaryFileStorage(room('temporary')),
    undefined, undefined, { permissionSystem: new H5P.LaissezFairePermissionSystem() });
const teacher = { id: '1', name: 'A teacher', email: 'teacher@example.org', type: 'local' };

/// Where the site's copy is not what was written: "questions/0/params/question".
function differences(written, kept, at = '') {
    if (typeof written !== 'object' || written === null || typeof kept !== 'object' || kept === null)
        return written === kept ? [] : [`${at}: ${JSON.stringify(written)} became ${JSON.stringify(kept)}`];
    return Object.keys(written).flatMap((key) => differences(written[key], kept[key], `${at}/${key}`));
}

let refused = 0;
for (const each of fs.readdirSync(libraries))
    await editor.libraryManager.installFromDirectory(path.join(libraries, each), { restricted: false });
for (const file of packages) {
    const told = { file, problems: [], changed: [] };
    try {
        const taken = await editor.uploadPackage(fs.readFileSync(file), teacher);
        const kept = JSON.parse(JSON.stringify(taken.parameters));
        const name = taken.metadata.preloadedDependencies.find((each) => each.machineName === taken.metadata.mainLibrary);
        await new SemanticsEnforcer(editor.libraryManager).enforceSemanticStructure(
            kept, new H5P.LibraryName(name.machineName, name.majorVersion, name.minorVersion));
        told.changed = differences(taken.parameters, kept);
        await editor.saveOrUpdateContent(undefined, kept, taken.metadata,
            `${name.machineName} ${name.majorVersion}.${name.minorVersion}`, teacher);
        const out = path.join(folder, path.basename(file, '.h5p'));
        fs.mkdirSync(path.join(out, 'content'), { recursive: true });
        fs.writeFileSync(path.join(out, 'h5p.json'), JSON.stringify(taken.metadata));
        fs.writeFileSync(path.join(out, 'content/content.json'), JSON.stringify(kept));
    } catch (error) {
        told.problems.push(error.message, ...(error.errors ?? []).map((each) => each.message));
        ++refused;
    }
    console.log(JSON.stringify(told));
}
fs.rmSync(work, { recursive: true });
process.exit(refused === 0 ? 0 : 1);
