# A bootstrap script as administrators write them: loops, lookups, arithmetic in values, functions, error handling.
:global number
:global prefix "fd00:1234"
:if ([:len [/ip address find where interface=loopback]] > 0) do={
	:local address [/ip address get value-name=address [/ip address find where interface=loopback]]
	:set number ([:toip [:pick $address 0 [:find $address "/"]]]-172.16.0.0)
} else={
	:if ($number < 1) do={ :error "no loopback address" }
}
/interface wireless set country=latvia [find] frequency-mode=regulatory-domain
/certificate
	remove [find]
/ip address
	remove [find dynamic=no  ]
	add address=(172.16.0.0+$number."/32") interface=loopback
	add address=($prefix."::".$number."/128") advertise=no interface=loopback
/routing ospf interface-template
add area=backbone interfaces=[/interface/ethernet/find] passive
{
	:local lan (10.0.252.1+$number*256*256)
	/ip pool
		add name=lan-pool ranges=((10.0.253.0+$number*256).\
		"-".(10.0.253.254+$number*256))
	/ip dns
		set servers=($prefix."::53,172.16.255.1")
		static add address=$lan name=("router-".$number.".lan")
}
:local names {"a"=("first",1,2) ;
	# a note between elements
	"b"=("second",3,4) ;
}
:foreach port in=[/interface ethernet find where !slave] do={
	:local name [/interface get value-name=name $port]
	:if ($name~"^ether[0-9]+$" && [:len $name]<8) do={:put "$name $[:pick $name 5 7] $($number + 1)"}else={:put skipped}
}
:global twice do={
	:return ($1 * 2)
}
:onerror problem {
	/tool/fetch check-certificate=yes $url dst-path=list as-value;
} do={
	:log warning ("fetch failed: " . $problem);
	:return false;
}
:do {
	/interface ethernet poe set poe-out=auto-on [find]
} on-error={ :put "no poe" };
:for i from=1 to=(4-[:len $number]) step=1 do={ :put [$twice $i] }
:while ([/system/license/get]->"level" = "free" || \
	[:tonum ("0x" . [:pick "1F" 0 2])] & 2 = 2) do={ :delay 1s }
/system script add name=check source="{\
    \n  :put \"a \\\"quoted\\\" word and \\\$5\"\
    \n  # :put ended\
    \n}"
/system scheduler add name=nightly on-event={ /system script run check; :log info done } start-time=startup
:put [:serialize to=json value=[/ip address print as-value where interface~"^lan"]]
