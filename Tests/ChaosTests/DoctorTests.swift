import Chaos
import Testing

struct DoctorTests {
    private func doctor(_ reasons: [String: String]) -> ChaosDoctor {
        ChaosDoctor(probes: [
            ChaosDoctor.Probe("signals", neededBy: [.kill, .stop], means: "can be sent") { reasons["signals"] },
            ChaosDoctor.Probe("limits", neededBy: [.memory], means: "can be set") { reasons["limits"] },
            ChaosDoctor.Probe("disks of their own", neededBy: [], means: "tmpfs") { reasons["disks"] },
        ])
    }

    @Test
    func `says what is there and what is not, and why, and which faults are impossible by it`() async {
        let findings = await doctor(["limits": "prlimit: Operation not permitted"]).examine()
        #expect(findings.map(\.isThere) == [true, false, true])
        #expect(findings.map(\.text) == ["can be sent", "prlimit: Operation not permitted", "tmpfs"])
        #expect(findings.impossible == [.memory: "limits: prlimit: Operation not permitted"])
        #expect(findings.hasOwnDisks)
    }

    @Test
    func `knows nothing impossible where all is there, and disks that cannot be filled where they cannot`() async {
        #expect(await doctor([:]).examine().impossible.isEmpty)
        let none = await doctor(["signals": "no", "limits": "no", "disks": "mount: Operation not permitted"]).examine()
        #expect(Set(none.impossible.keys) == [.kill, .stop, .memory])
        #expect(!none.hasOwnDisks)
    }
}
