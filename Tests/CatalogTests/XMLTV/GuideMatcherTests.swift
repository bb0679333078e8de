import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// Channels without a guide id find their guide by name, but not that of another country.
struct GuideMatcherTests {
    private func matcher(_ channels: [(id: String, name: String)]) -> GuideMatcher {
        var matcher = GuideMatcher()
        for channel in channels { matcher.add(id: channel.id, names: [channel.name]) }
        return matcher
    }

    @Test(
        arguments: [
            ("Discovery.de", "Discovery Channel", "UK: Discovery Channel", nil, false),
            ("NatGeo.de", "NatGeo Zwei", "NatGeo Zwei", "PL", false), ("d1", "DE: Discovery", "Discovery", "GB", false),
            ("Discovery.de@HD", "Discovery Channel", "UK: Discovery Channel", nil, false),
            ("Discovery.uk", "Discovery Channel", "UK: Discovery Channel", nil, true),
            ("Discovery.de", "Discovery Channel", "Discovery Channel", nil, true),
            ("Discovery.de", "Discovery Channel", "Discovery Channel", "DE", true),
            ("d1", "Discovery", "UK: Discovery", "GB", true), ("d1.labs.com", "Discovery", "Discovery", "GB", true),
            // What the list says of the channel counts before what its name does.
            ("Discovery.de", "Discovery Channel", "UK: Discovery Channel", "DE", true),
        ] as [(String, String, String, String?, Bool)])
    func `a name that one channel of the guide has is not matched across countries`(
        _ id: String, _ guideName: String, _ name: String, _ country: String?, isFound: Bool
    ) {
        let found = matcher([(id, guideName)]).match(guideID: "", names: [name], country: country)
        #expect(found == (isFound ? GuideMatch(channel: id, rule: .name) : nil))
    }

    @Test
    func `of several of one name that of the country counts, or none; an id is taken at its word`() {
        let matcher = matcher([("Discovery.de", "Discovery"), ("Discovery.uk", "Discovery"), ("x9", "PL: Discovery")])
        for (country, id) in [("DE", "Discovery.de"), ("GB", "Discovery.uk"), ("PL", "x9"), ("FR", nil), (nil, nil)] {
            #expect(matcher.match(guideID: "", names: ["Discovery"], country: country)?.channel == id)
        }
        #expect(matcher.match(guideID: "", names: ["UK: Discovery"])?.channel == "Discovery.uk")
        #expect(matcher.match(guideID: "discovery.de", names: [], country: "PL")?.rule == .foldedID)
    }
}
