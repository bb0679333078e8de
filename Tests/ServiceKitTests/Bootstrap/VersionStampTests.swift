import Testing

@testable import ServiceKit

struct VersionStampTests {
    @Test
    func `a stamp has a version and a commit`() {
        let stamp = VersionStamp("1.2.3 0a1b2c3d")
        #expect(stamp.version == "1.2.3" && stamp.commit == "0a1b2c3d")
    }

    @Test(arguments: ["", "1.2.3", "1.2.3 ", " 0a1b", "1.2.3  0a1b", "1.2.3 0a1b dirty"])
    func `any other text is none`(text: String) {
        let stamp = VersionStamp(text)
        #expect(stamp.version == nil && stamp.commit == nil)
    }

    @Test
    func `a build that is no release has no commit`() {
        #expect(HearthVersion.description == HearthVersion.current)
    }
}
