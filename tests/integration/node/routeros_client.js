// routeros-client, the model layer over node-routeros: the same steps through menus and models.
'use strict';
const { RouterOSClient } = require('routeros-client');
const { endpoint, report } = require('./endpoint');

async function main() {
    const { host, port, user, password, tls } = endpoint();
    const client = new RouterOSClient({ host, port, user, password, timeout: 15, tls });
    const api = await client.connect();
    const filter = () => api.menu('/ip firewall filter');
    const order = async () => (await filter().where('dynamic', 'false').only('id').get()).map((row) => row.id);

    const interfaces = await api.menu('/interface').getAll();
    const ethernet = await api.menu('/interface').where('type', 'ether').orWhere('type', 'bridge').only('name').get();
    const before = await order();
    const added = await filter().add({ chain: 'forward', action: 'accept', protocol: 'tcp', dstPort: '443', comment: 'by routeros-client' });
    const commented = await filter().whereNotEmpty('comment').where('comment', 'by routeros-client').get();
    const bare = (await filter().whereEmpty('comment').get()).length;
    await filter().move(added.id, before[0]);
    const moved = await order();
    const changed = await filter().where('id', added.id).update({ disabled: true });
    await filter().where('id', added.id).unset('comment');
    const unset = await filter().where('id', added.id).getOnly();
    await filter().where('id', added.id).remove();
    const after = await order();
    const error = await api.menu('/ip address').add({ address: '10.9.9.1/24', interface: 'asdf' }).then(() => 'accepted', (e) => e.message);

    const stream = await new Promise((resolve, reject) => {
        const rows = [];
        api.menu('/interface').where({ interface: 'ether1', interval: '500ms' }).stream('monitor-traffic', (failure, row, running) => {
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
    await client.close();
    report({ interfaces, ethernet, before, added, commented: commented.length, bare, moved, changed, unset, after, error, stream });
}

main().catch((error) => { console.error(error); process.exit(1); });
