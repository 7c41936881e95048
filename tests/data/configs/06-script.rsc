# what a bootstrap script looks like
:global lan "192.168.77"
/interface bridge
:if ([:len [find name=lan]] = 0) do={ add name=lan comment="made by script" }
/ip address
add address=($lan . ".1/24") interface=lan
:foreach port in={"ether2";"ether3"} do={
    /interface bridge port add bridge=lan interface=$port
}
/ip firewall address-list remove [find list~"^tmp"]
/system identity set name=scripted
/system reboot
