/ip firewall filter
add action=fasttrack-connection chain=forward comment="established connections take FastTrack" connection-state=established,related hw-offload=yes place-before=[find comment="known connections"]
