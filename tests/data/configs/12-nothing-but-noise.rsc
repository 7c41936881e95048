[admin@MikroTik] > /export
  MMM      MMM       KKK
/interfacebridgeaddname=b1
)))) add chain=forward
/ip firewall filter add chain=forward action=
/ip pool add name=still-read ranges=10.1.0.10-10.1.0.20
