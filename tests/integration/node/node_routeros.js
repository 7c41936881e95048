// node-routeros: login, read, add, set, move, remove, stream, error. Prints what it saw as one JSON object.
'use strict';
const { RouterOSAPI } = require('node-routeros');
const { endpoint, report } = require('./endpoint');

async function main() {
    const { host, port, user, password, tls } = endpoint();
    const refused = await new RouterOSAPI({ host, port, user, password: 'wrong', timeout: 15, tls }).connect()
        .then(() => 'logged in', (error) => error.message);
    const api = new RouterOSAPI({ host, port, user, password, timeout: 15, tls });
    await api.connect();
    const menu = '/ip/firewall/filter';
    const order = async () => (await api.write(menu + '/print', ['?dynamic=false', '=.proplist=.id'])).map((row) => row['.id']);

    const interfaces = await api.write('/interface/print');
    const ethernet = await api.write('/interface/print', ['?type=ether', '?type=bridge', '?#|', '=.proplist=name']);
    const before = await order();
    const id = (await api.write(menu + '/add', ['=chain=forward', '=action=accept', '=protocol=tcp', '=dst-port=443', '=comment=by node-routeros']))[0].ret;
    const added = (await api.write(menu + '/print', ['?comment=by node-routeros']))[0];
    await api.write(menu + '/move', ['=numbers=' + id, '=destination=' + before[0]]);
    const moved = await order();
    await api.write(menu + '/set', ['=.id=' + id, '=disabled=yes', '=comment=']);
    const changed = (await api.write(menu + '/print', ['?.id=' + id]))[0];
    await api.write(menu + '/remove', ['=.id=' + id]);
    const after = await order();
    const error = await api.write('/ip/address/add', ['=address=10.9.9.1/24', '=interface=asdf']).then(() => 'accepted', (e) => e.message);

    const stream = await new Promise((resolve, reject) => {
        const rows = [];
        api.stream('/interface/monitor-traffic', ['=interface=ether1', '=interval=500ms'], function (failure, row, running) {
            if (failure) {
                return reject(failure);
            }
            rows.push(...[].concat(row));
            if (rows.length === 3) {
                running.stop().then(() => resolve(rows), reject);
            }
            return undefined;
        });
    });
    const alive = (await api.write('/system/identity/print'))[0].name;
    await api.close();
    report({ refused, interfaces, ethernet, before, id, added, moved, changed, after, error, stream, alive });
}

main().catch((error) => { console.error(error); process.exit(1); });
